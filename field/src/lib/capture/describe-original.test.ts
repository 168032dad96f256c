import { afterEach, expect, test, vi } from 'vitest';
import { picture } from '../../testing/phone.ts';
import { describeOriginal } from './describe-original.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a file that is never read to its end holds no photo up: what it says stays unknown', async () => {
  const file = new File([await picture(320, 240)], 'a.jpg', { type: 'image/jpeg' });
  vi.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [described] = await Promise.all([
    describeOriginal(file, { width: 320, height: 240 }),
    vi.advanceTimersByTimeAsync(10_000),
  ]);
  expect(described).toMatchObject({ bytes: file.size, has_camera: null, taken_at: null });
});
