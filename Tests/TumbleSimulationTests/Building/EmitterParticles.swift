import TumbleAnimation
import TumbleFrames
import TumbleSimulation

/// Returns the particles of an emitter in a snapshot, as renderers draw them.
func particles(_ name: String, _ snapshot: FrameSnapshot, _ description: WorldDescription) -> [Particle] {
  var particles: [Particle] = []
  guard let place = description.emitter(name), let range = snapshot.samples(ofEmitter: place) else {
    return []
  }
  let emitter = description.emitters[place]
  let system = ParticleSystem(emitter.emitter)
  if range.isEmpty {
    system.forEachParticle(at: snapshot.time, position: emitter.position, angle: emitter.angle) {
      particles.append($0)
    }
  } else {
    system.forEachParticle(
      at: snapshot.time, samples: snapshot.emitterSamples, in: range, step: snapshot.step,
      rate: snapshot.rate, wasThere: emitter.body == nil
    ) { particles.append($0) }
  }
  return particles
}
