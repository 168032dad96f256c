import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from './aadhaar.ts';

/** The `note` of a call, empty where there is none. */
export const Note = z._default(
  z.string().check(z.trim(), z.maxLength(limits.noteLength), withoutAadhaar('note')),
  '',
);
