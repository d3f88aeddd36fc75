"""The scenes of worlds.c in Pymunk, number for number.

pymunk_scenes.py SCENE STEPS: prints the nanoseconds of this thread's own time that a step took.
"""

import sys
import time

import pymunk


def body(space, x, y, moment):
    body = pymunk.Body(1, moment)
    body.position = x, y
    space.add(body)
    return body


def add(space, shape, friction, elasticity):
    shape.friction = friction
    shape.elasticity = elasticity
    space.add(shape)


def floor(space, left, right):
    add(space, pymunk.Segment(space.static_body, (left, 0), (right, 0), 1), 0.8, 0)


def box(space, x, y):
    crate = body(space, x, y, pymunk.moment_for_box(1, (10, 10)))
    add(space, pymunk.Poly.create_box(crate, (10, 10)), 0.8, 0)


def ball(space, x, y):
    ball = body(space, x, y, pymunk.moment_for_circle(1, 0, 4))
    add(space, pymunk.Circle(ball, 4), 0.5, 0.2)
    return ball


def pyramid(space):
    floor(space, -1000, 1000)
    for row in range(44):
        for i in range(44 - row):
            box(space, (i - (44 - row) / 2) * 11, 6 + row * 10.1)


def towers(space):
    floor(space, -100, 1700)
    for tower in range(40):
        for i in range(20):
            box(space, tower * 40 + i * 0.1, 6 + i * 10)


def circles(space, count):
    columns = 40 if count == 1000 else 100
    width = columns * 9 + 4
    corners = [(0, 0), (width, 0), (width, 2000), (0, 2000)]
    for i in range(4):
        add(space, pymunk.Segment(space.static_body, corners[i], corners[(i + 1) % 4], 1), 0.5, 0.8)
    for i in range(count):
        ball(space, 8 + (i % columns) * 9 + (i // columns % 2), 8 + (i // columns) * 9)


def ropes(space):
    for rope in range(40):
        previous = space.static_body
        for link in range(50):
            x = rope * 20 + link * 10
            next_body = body(space, x + 5, 500, pymunk.moment_for_box(1, (10, 2)))
            space.add(pymunk.PivotJoint(previous, next_body, (x, 500)))
            previous = next_body


def spread(space):
    space.gravity = 0, 0
    for i in range(10000):
        ball(space, i % 100 * 20, i // 100 * 20).velocity = 30, 10


def main():
    name, steps = sys.argv[1], int(sys.argv[2])
    space = pymunk.Space()
    space.gravity = 0, -1000
    if name.startswith("circles"):
        circles(space, int(name.removeprefix("circles")))
    else:
        {"pyramid": pyramid, "towers": towers, "ropes": ropes, "spread": spread}[name](space)
    start = time.thread_time_ns()
    for _ in range(steps):
        space.step(1 / 120)
    print((time.thread_time_ns() - start) // steps)


main()
