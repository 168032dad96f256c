import { createPublicKey, verify } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { serverLimits } from '../../../limits.ts';
import { badRequest, conflict, invalid } from '../../../problems.ts';
import { findDevice, lockDevicesOf, revokeOldest, saveDevice } from './device-store.ts';

interface Device {
  device_id: string;
  /** An ECDSA P-256 key in SPKI form, as base64. */
  public_key: string;
  label: string;
}

export function registerPhone(
  db: Kysely<Database>,
  actor: Actor,
  agentId: number,
  { device_id, public_key, label }: Device,
): Promise<void> {
  const key = readKey(public_key);
  return db.transaction().execute(async (trx) => {
    await lockDevicesOf(trx, agentId);
    const known = await findDevice(trx, device_id);
    if (known && (known.agent_id !== agentId || !known.public_key.equals(key))) {
      throw conflict('This device id was used for another phone.', 'device_id_taken');
    }
    if (known && known.revoked_at === null) return;
    await saveDevice(trx, { id: device_id, agent_id: agentId, public_key: key, label });
    const revoked = await revokeOldest(trx, agentId, serverLimits.devicesPerAgent);
    await recordAudit(trx, actor, 'user.add_device', agentId, {
      after: { device_id, label, revoked },
    });
  });
}

function readKey(public_key: string): Buffer {
  const der = Buffer.from(public_key, 'base64');
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({
      key: der,
      format: 'der',
      type: 'spki',
    });
    if (details?.namedCurve === 'prime256v1') return der;
  } catch {
    // An unreadable key is rejected below, like a key of the wrong kind.
  }
  throw invalid({ public_key: ['public_key must be an ECDSA P-256 key in SPKI form.'] });
}

export interface Signer {
  /** The id of the phone if this agent registered the phone. Null for any other phone, or without a signature. */
  device_id: string | null;
  /** The id of the phone whose key matches the signature, even if a colleague registered the phone. */
  signed_with: string | null;
  isRevoked: boolean;
}

/** Throws a 400 if the signature names the agent's own phone but doesn't match its key. */
export async function findSigner(
  db: Db,
  agentId: number,
  signed: { manifest: Buffer; signature: Buffer | null; device_id: string | null },
): Promise<Signer> {
  const { manifest, signature, device_id } = signed;
  const unknown = { device_id: null, signed_with: null, isRevoked: false };
  if (device_id === null || signature === null) return unknown;
  const device = await findDevice(db, device_id);
  if (!device) return unknown;
  const isOwn = device.agent_id === agentId;
  const key = createPublicKey({ key: device.public_key, format: 'der', type: 'spki' });
  // WebCrypto signatures have the IEEE P1363 format, which is not Node's default.
  if (!verify('sha256', manifest, { key, dsaEncoding: 'ieee-p1363' }, signature)) {
    if (!isOwn) return unknown;
    throw badRequest('The signature does not match this visit and this phone.', 'bad_signature');
  }
  return {
    device_id: isOwn ? device_id : null,
    signed_with: device_id,
    isRevoked: device.revoked_at !== null,
  };
}
