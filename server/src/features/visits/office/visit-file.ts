import { VisitFileHead, visitFileMark } from '@doorstep/contract/visits/visit-file';
import * as z from 'zod/mini';
import { badRequest } from '../../../problems.ts';

export interface VisitFile extends VisitFileHead {
  /** What each photo of `photos` is in the file: encrypted. */
  bytes: Uint8Array[];
}

export const damaged = () =>
  badRequest(
    'This file is damaged or not whole. Please save it on the phone again, and send it without changing it.',
    'visit_file_damaged',
  );

/** Reads the file of a visit, none of which is decrypted yet. A 400 says what is wrong with any other. */
export function readVisitFile(file: Buffer): VisitFile {
  const mark = Buffer.from(`${visitFileMark}\n`);
  if (!file.subarray(0, mark.length).equals(mark)) {
    throw badRequest(
      'This is not a file of a visit. The agent’s phone saves one under Queue; its name ends in .doorstep.',
      'no_visit_file',
    );
  }
  const end = file.indexOf('\n', mark.length);
  const head = readHead(file.subarray(mark.length, end));
  const bytes: Uint8Array[] = [];
  let at = end + 1;
  for (const { bytes: size } of head.photos) {
    bytes.push(file.subarray(at, at + size));
    at += size;
  }
  if (end === -1 || at !== file.length) throw damaged();
  return { ...head, bytes };
}

function readHead(line: Buffer): VisitFileHead {
  try {
    return z.parse(VisitFileHead, JSON.parse(line.toString('utf8')));
  } catch {
    throw damaged();
  }
}
