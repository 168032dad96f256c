import { shade } from './colour.ts';
import type { Frame } from './frame.ts';

/** Shelves of packets, a counter, sacks and jars, lit by a lamp inside. */
export function drawGoods(frame: Frame, at: number, width: number) {
  const { view } = frame;
  const { chance } = view.sheet;
  const inside = frame.wall(-1.6);
  inside.rectangle(
    at,
    0.32,
    width,
    2.5,
    inside.shading([at, 2.8], [at, 0.3], [0, '#c9b48a'], [1, '#4a3a26']),
  );
  for (let shelf = 0; shelf < 5; shelf += 1) {
    const base = 0.9 + shelf * 0.4;
    inside.rectangle(at, base - 0.04, width, 0.04, '#5a4228');
    for (let a = at + 0.05; a < at + width - 0.15; ) {
      const wide = 0.1 + chance.next() * 0.2;
      const high = 0.16 + chance.next() * 0.16;
      const colour = chance.pick([
        '#b5362c',
        '#e0b03a',
        '#2f6a9a',
        '#e9e2d0',
        '#4f8a4a',
        '#c46a9a',
        '#d9732c',
        '#6a4a8a',
      ]);
      inside.rectangle(
        a,
        base,
        wide,
        high,
        inside.shading(
          [a, base],
          [a + wide, base],
          [0, shade(colour, 0.9)],
          [0.4, shade(colour, 1.1)],
          [1, shade(colour, 0.6)],
        ),
      );
      inside.rectangle(
        a + wide * 0.2,
        base + high * 0.5,
        wide * 0.6,
        high * 0.2,
        '#f6f0e0',
        'fill-opacity="0.7"',
      );
      a += wide + 0.02;
    }
  }
  const [x, y] = view.at(inside.place(at + width / 2, 2.5));
  view.sheet.glow(x, y, 330, 220, '#fff2c4', 0.5);
  frame.slab(at + 0.2, 0.32, width * 0.62, 0.95, -0.7, -0.1, '#7a5636');
  const counter = frame.wall(-0.09);
  counter.rectangle(
    at + 0.3,
    0.5,
    width * 0.58,
    0.6,
    counter.shading([at, 1.1], [at + 2, 0.5], [0, '#9fb4ba', 0.7], [1, '#3a4a50', 0.7]),
  );
  for (let jar = 0; jar < 6; jar += 1)
    frame.slab(
      at + 0.35 + jar * 0.38,
      1.27,
      0.24,
      0.32,
      -0.5,
      -0.25,
      chance.pick(['#c98a4a', '#b5483a', '#d9c47a', '#8a9a5a']),
    );
  for (let sack = 0; sack < 3; sack += 1) {
    const a = at + width * 0.7 + sack * 0.42;
    const front = frame.wall(0.3);
    front.polygon(
      [
        [a, 0.32],
        [a + 0.4, 0.32],
        [a + 0.44, 0.75],
        [a + 0.36, 0.98],
        [a + 0.05, 0.98],
        [a - 0.04, 0.75],
      ],
      front.shading([a, 0.6], [a + 0.44, 0.6], [0, '#d9c9a0'], [0.4, '#c4b083'], [1, '#75633f']),
    );
    front.ellipse(
      a + 0.2,
      0.97,
      0.17,
      0.06,
      chance.pick(['#f0e6c8', '#b5783a', '#c9443a', '#8a6a3a']),
    );
  }
  const strips = frame.wall(0.05);
  for (let a = at + 0.25; a < at + width; a += 0.34)
    for (let packet = 0; packet < 4; packet += 1)
      strips.rectangle(
        a,
        2.28 - packet * 0.16,
        0.15,
        0.14,
        shade(
          chance.pick(['#c9362c', '#e8c03a', '#2f7a4a', '#2f5f9a']),
          0.75 + chance.next() * 0.4,
        ),
      );
}
