import {
  type VisitFileHead,
  visitFileName,
  visitFileStart,
} from '@doorstep/contract/visits/visit-file';
import { database } from '../db/database.ts';
import { change } from './send-visit.ts';

/**
 * Returns a finished visit as a file that an admin can import at the office, for a phone that may no longer
 * send. The visit and its photos are encrypted to the server, as in the queue.
 */
export async function makeVisitFile(visitId: string): Promise<File> {
  const db = await database();
  const visit = await db.get('outbox', visitId);
  if (!visit || visit.receivedAt !== null) throw new Error('The office has this visit already.');
  const { envelope, photos } = visit;
  const head: VisitFileHead = {
    visit_id: visitId,
    envelope,
    photos: photos.map(({ sha256, bytes }) => ({ sha256, bytes })),
  };
  const parts: BlobPart[] = [visitFileStart(head)];
  for (const { sha256 } of photos) {
    const stored = await db.get('photos', [visitId, sha256]);
    if (!stored?.forServer) throw new Error('A photo of this visit is not on the phone any more.');
    // A blob for each photo lets the browser move photos to the disk, so that not all are in memory at the
    // same time.
    parts.push(new Blob([stored.forServer]));
  }
  return new File(parts, visitFileName(visitId), { type: 'application/octet-stream' });
}

/** Records that the agent has saved the visit to a file. Signing out may then delete the visit. */
export const noteSavedToFile = (visitId: string): Promise<void> =>
  change(visitId, () => ({ isSavedToFile: true }));
