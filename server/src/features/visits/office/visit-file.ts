import { VisitFileHead, visitFileMark } from '@doorstep/contract/visits/visit-file';
import * as z from 'zod/mini';
import { hasTooManyValues } from '../../../http/contract/too-many-values.ts';
import { badRequest } from '../../../problems.ts';

export interface VisitFile extends VisitFileHead {
  /** The encrypted bytes of each picture in `photos`, in the same order. */
  bytes: Uint8Array[];
}

/**
 * The maximum length of the second line in bytes: an envelope of 400,000 characters, and the hashes and sizes
 * of 13 pictures.
 */
const longestHead = 410_000;

export const damaged = () =>
  badRequest(
    'This file is damaged or incomplete. Please save it on the phone again, and send it without changing it.',
    'visit_file_damaged',
  );

/** Parses the file of a visit without decrypting the content. */
export function readVisitFile(file: Buffer): VisitFile {
  const mark = Buffer.from(`${visitFileMark}\n`);
  if (!file.subarray(0, mark.length).equals(mark)) {
    throw badRequest(
      'This is not the file of a visit. The agent can save this file in the app under Queue. Its name ends in .doorstep.',
      'no_visit_file',
    );
  }
  const start = file.subarray(mark.length, mark.length + longestHead);
  const head = readHead(start.subarray(0, start.indexOf('\n')).toString('utf8'));
  const bytes: Uint8Array[] = [];
  let at = file.indexOf('\n', mark.length) + 1;
  for (const { bytes: size } of head.photos) {
    bytes.push(file.subarray(at, at + size));
    at += size;
  }
  if (at !== file.length) throw damaged();
  return { ...head, bytes };
}

function readHead(line: string): VisitFileHead {
  try {
    if (hasTooManyValues(line)) throw damaged();
    return z.parse(VisitFileHead, JSON.parse(line));
  } catch {
    throw damaged();
  }
}
