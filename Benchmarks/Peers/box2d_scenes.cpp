// The scenes of worlds.c in Box2D 2.4, a meter for every ten points, as that is the size its tolerances are
// made for. box2d_scenes SCENE STEPS: prints the nanoseconds of this thread's own time that a step took.
#include <box2d/box2d.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <string>

static const float metre = 0.1f;

static b2Vec2 metres(double x, double y) { return b2Vec2(float(x) * metre, float(y) * metre); }

struct Scene {
  b2World world;
  b2Body *ground;

  explicit Scene(bool falls) : world(falls ? metres(0, -1000) : b2Vec2_zero) {
    // As in the other programs: nothing sleeps.
    world.SetAllowSleeping(false);
    b2BodyDef definition;
    ground = world.CreateBody(&definition);
  }

  b2Body *body(double x, double y) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = metres(x, y);
    return world.CreateBody(&definition);
  }

  void add(b2Body *body, const b2Shape &shape, double area, double friction, double elasticity) {
    b2FixtureDef definition;
    definition.shape = &shape;
    // A body weighs a kilogram.
    definition.density = area > 0 ? float(1 / (area * metre * metre)) : 0;
    definition.friction = float(friction);
    definition.restitution = float(elasticity);
    body->CreateFixture(&definition);
  }

  void wall(double x1, double y1, double x2, double y2, double friction, double elasticity) {
    b2EdgeShape edge;
    edge.SetTwoSided(metres(x1, y1), metres(x2, y2));
    add(ground, edge, 0, friction, elasticity);
  }

  void box(double x, double y) {
    b2PolygonShape square;
    square.SetAsBox(5 * metre, 5 * metre);
    add(body(x, y), square, 100, 0.8, 0);
  }

  b2Body *ball(double x, double y) {
    b2CircleShape circle;
    circle.m_radius = 4 * metre;
    b2Body *ball = body(x, y);
    add(ball, circle, 3.14159265 * 16, 0.5, 0.2);
    return ball;
  }

  void pyramid() {
    wall(-1000, 1, 1000, 1, 0.8, 0);
    for (int row = 0; row < 44; row++)
      for (int i = 0; i < 44 - row; i++) box((i - (44 - row) / 2.0) * 11, 6 + row * 10.1);
  }

  void towers() {
    wall(-100, 1, 1700, 1, 0.8, 0);
    for (int tower = 0; tower < 40; tower++)
      for (int i = 0; i < 20; i++) box(tower * 40 + i * 0.1, 6 + i * 10.0);
  }

  void circles(int count) {
    int columns = count == 1000 ? 40 : 100;
    double width = columns * 9.0 + 4, height = 2000;
    wall(0, 1, width, 1, 0.5, 0.8);
    wall(width - 1, 0, width - 1, height, 0.5, 0.8);
    wall(width, height - 1, 0, height - 1, 0.5, 0.8);
    wall(1, height, 1, 0, 0.5, 0.8);
    for (int i = 0; i < count; i++)
      ball(8 + (i % columns) * 9.0 + (i / columns % 2), 8 + (i / columns) * 9.0);
  }

  void ropes() {
    for (int rope = 0; rope < 40; rope++) {
      b2Body *previous = ground;
      for (int link = 0; link < 50; link++) {
        double x = rope * 20 + link * 10;
        b2Body *next = body(x + 5, 500);
        b2MassData mass;
        mass.mass = 1;
        mass.center.SetZero();
        mass.I = float((100 + 4) / 12.0) * metre * metre;
        next->SetMassData(&mass);
        b2RevoluteJointDef joint;
        joint.Initialize(previous, next, metres(x, 500));
        world.CreateJoint(&joint);
        previous = next;
      }
    }
  }

  void spread() {
    for (int i = 0; i < 10000; i++)
      ball((i % 100) * 20.0, (i / 100) * 20.0)->SetLinearVelocity(metres(30, 10));
  }
};

/// By itself, so that callgrind can count it.
extern "C" __attribute__((noinline)) void peer_steps(b2World *world, int steps) {
  // Ten rounds as in the other programs, and the rounds for places that Box2D's manual advises.
  for (int i = 0; i < steps; i++) world->Step(1.0f / 120, 10, 3);
}

static long long now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  std::string name = arguments[1];
  int steps = atoi(arguments[2]);
  Scene scene(name != "spread");
  if (name == "pyramid") scene.pyramid();
  else if (name == "towers") scene.towers();
  else if (name == "circles1000") scene.circles(1000);
  else if (name == "circles5000") scene.circles(5000);
  else if (name == "ropes") scene.ropes();
  else if (name == "spread") scene.spread();
  else return 64;
  long long start = now();
  peer_steps(&scene.world, steps);
  printf("%lld\n", (now() - start) / steps);
}
