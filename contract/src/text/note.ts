import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { text } from '../wire/inputs.ts';
import { withoutAadhaar } from './aadhaar.ts';

export const Note = z._default(text(limits.noteLength).check(z.trim(), withoutAadhaar('note')), '');
