import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Scene } from './photos/draw-scene.ts';
import type { DrawingAnswer, DrawingRequest } from './photos/drawing-process.ts';
import type { CardKind } from './photos/identity-card.ts';
import type { Origin } from './photos/stamp-origin.ts';

export type { Scene };

/** A JPEG, 1600 pixels wide unless told, of a made-up place; its EXIF holds the time and the coordinates. */
export function drawPlace(
  seed: number,
  options: Origin & { scene: Scene; caption?: string; width?: number },
): Promise<Uint8Array> {
  const { scene, caption, width = 1600, takenAt, latitude, longitude } = options;
  return draw({
    picture: { of: 'place', seed, scene, width, caption },
    origin: { takenAt, latitude, longitude },
  });
}

/** A JPEG of an agent who doesn't exist. */
export function drawPortrait(seed: number): Promise<Uint8Array> {
  return draw({ picture: { of: 'portrait', seed } });
}

/** A JPEG of an identity card with a masked number, marked SPECIMEN. */
export function drawIdentityCard(seed: number, kind: CardKind, name: string): Promise<Uint8Array> {
  return draw({ picture: { of: 'identity card', seed, kind, name } });
}

const idleAfter = 3_000;
let board: DrawingBoard | undefined;

function draw(request: Omit<DrawingRequest, 'id'>): Promise<Uint8Array> {
  board ??= openDrawingBoard();
  return board.draw(request);
}

interface DrawingBoard {
  draw(request: Omit<DrawingRequest, 'id'>): Promise<Uint8Array>;
}

/**
 * Draws in a process of its own, which ends when idle: the server's own process takes no SVG, the
 * fonts are chosen by the environment, and drawing in the background should not slow down requests.
 */
function openDrawingBoard(): DrawingBoard {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let last = 0;
  let idle: NodeJS.Timeout | undefined;

  const child = fork(fileURLToPath(new URL('./photos/drawing-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {
      ...process.env,
      FONTCONFIG_FILE: fileURLToPath(new URL('./photos/fonts.conf', import.meta.url)),
    },
  });
  const opened: DrawingBoard = {
    draw(request) {
      const id = ++last;
      const result = Promise.withResolvers<Uint8Array>();
      waiting.set(id, result);
      clearTimeout(idle);
      keepRunning(child, true);
      child.send({ id, ...request } satisfies DrawingRequest);
      return result.promise;
    },
  };

  child.on('message', (answer: DrawingAnswer) => {
    const result = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('jpeg' in answer) result?.resolve(answer.jpeg);
    else result?.reject(new Error(`A picture could not be drawn: ${answer.error}`));
    if (waiting.size > 0) return;
    keepRunning(child, false);
    idle = setTimeout(close, idleAfter).unref();
  });
  const close = () => {
    if (board === opened) board = undefined;
    if (child.connected) child.disconnect();
    for (const result of waiting.values()) result.reject(new Error('The drawing process ended'));
    waiting.clear();
  };
  child.on('exit', close);
  child.on('error', close);
  return opened;
}

/** Whether this process stays alive for the sake of the drawing one. */
function keepRunning(child: ChildProcess, wanted: boolean) {
  const action = wanted ? 'ref' : 'unref';
  child[action]();
  child.channel?.[action]();
}
