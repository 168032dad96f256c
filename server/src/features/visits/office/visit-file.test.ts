import { visitFileMark } from '@doorstep/contract/visits/visit-file';
import { expect, test, vi } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { readVisitFile } from './visit-file.ts';

// Covers: threat-41
test('a head with too many values is rejected before it is parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const read = (head: string) => () => readVisitFile(Buffer.from(`${visitFileMark}\n${head}\n`));
  expect(read('[]')).toThrow('damaged');
  expect(parse).toHaveBeenCalledOnce();
  expect(read(`[${'0,'.repeat(serverLimits.requestValues)}0]`)).toThrow('damaged');
  expect(parse).toHaveBeenCalledOnce();
});
