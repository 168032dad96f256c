import { expect, test, vi } from 'vitest';
import { picture } from '../../testing/phone.ts';
import { describeOriginal } from './describe-original.ts';

test("keeps a photo whose file can't be read to its end, with unknown metadata", async () => {
  const file = new File([await picture(320, 240)], 'a.jpg', { type: 'image/jpeg' });
  vi.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [described] = await Promise.all([
    describeOriginal(file, { width: 320, height: 240 }),
    vi.advanceTimersByTimeAsync(10_000),
  ]);
  expect(described).toMatchObject({ bytes: file.size, has_camera: null, taken_at: null });
});
