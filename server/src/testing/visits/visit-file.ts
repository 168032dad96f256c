import { hash } from 'node:crypto';
import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { visitFileStart } from '@doorstep/contract/visits/visit-file';
import { readRecipient } from '../../domain/secrets/server-key.ts';
import type { TestApp } from '../test-app.ts';
import { encryptTo, unsignedVisit } from './phone-visit.ts';

export async function visitFileOf(
  { platform }: TestApp,
  manifest: VisitManifest,
  photos: Buffer[] = [],
  {
    sentVisit = unsignedVisit(manifest),
    recipient = '',
  }: { sentVisit?: object; recipient?: string } = {},
): Promise<Buffer> {
  const recipients = [recipient || (await readRecipient(platform))];
  const encrypt = (bytes: Uint8Array) => encryptTo(recipients, Uint8Array.from(bytes));
  const encrypted = await Promise.all(photos.map(encrypt));
  const start = visitFileStart({
    visit_id: manifest.visit_id,
    envelope: (await encrypt(Buffer.from(JSON.stringify(sentVisit)))).toString('base64'),
    photos: photos.map((photo, at) => ({
      sha256: hash('sha256', photo),
      bytes: encrypted[at]?.length ?? 0,
    })),
  });
  return Buffer.concat([Buffer.from(start), ...encrypted]);
}
