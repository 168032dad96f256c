import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { type Picture, takePicture } from './picture.ts';
import { type Origin, stampOrigin } from './stamp-origin.ts';

export interface DrawingRequest {
  id: number;
  picture: Picture;
  origin?: Origin;
}

export type DrawingAnswer = { id: number; jpeg: Uint8Array } | { id: number; error: string };

setPriority(constants.priority.PRIORITY_LOW);
sharp.cache(false);
sharp.concurrency(1);

// The demonstration shows one picture with many times and places.
const drawn = new Map<string, Promise<Uint8Array>>();

process.on('message', async ({ id, picture, origin }: DrawingRequest) => {
  try {
    const key = JSON.stringify(picture);
    const jpeg = drawn.get(key) ?? takePicture(picture);
    drawn.delete(key);
    drawn.set(key, jpeg);
    if (drawn.size > 64) drawn.delete(drawn.keys().next().value as string);
    answer({ id, jpeg: origin ? await stampOrigin(await jpeg, origin) : await jpeg });
  } catch (error) {
    answer({ id, error: String(error) });
  }
});
process.on('disconnect', () => process.exit());

function answer(message: DrawingAnswer) {
  process.send?.(message);
}
