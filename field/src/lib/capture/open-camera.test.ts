import { expect, onTestFinished, test, vi } from 'vitest';
import { failureOf, openCamera } from './open-camera.ts';

test('fails when the camera does not answer, instead of blocking the shutter', async () => {
  const camera = await openCamera('environment');
  onTestFinished(() => camera.close());
  vi.stubGlobal('ImageCapture', undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await Promise.all([
    expect(camera.take()).rejects.toThrow('The camera gave no picture.'),
    vi.advanceTimersByTimeAsync(10_000),
  ]);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotFoundError', 'missing'],
])('after %s, the camera is %s', (name, failure) => {
  expect(failureOf(new DOMException('', name))).toBe(failure);
  expect(failureOf({ name })).toBe('missing');
});
