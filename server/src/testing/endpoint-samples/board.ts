import type { boardEndpoints } from '@doorstep/contract/wire/endpoint-list/board';
import { nothing, type Sample } from '../endpoint-sample.ts';

export const boardSamples: Record<keyof typeof boardEndpoints, Sample> = {
  getBoard: nothing,
  openDigest: nothing,
  dismissDigest: nothing,
};
