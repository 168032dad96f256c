import type { AgentTask } from '@doorstep/contract/visits/phone';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { database, readMeta, writeMeta } from '../lib/db/database.ts';
import { encrypt } from '../lib/db/encrypted.ts';
import { lockNow, openKey, setSecret } from '../lib/lock/lock.ts';
import { saveAccount } from '../lib/session/account.ts';

export const pin = '407192';

export async function emptyPhone(): Promise<void> {
  lockNow();
  const db = await database();
  const names = [...db.objectStoreNames];
  const trx = db.transaction(names, 'readwrite');
  for (const name of names) await trx.objectStore(name).clear();
  await trx.done;
}

/** Replaces the lock as another page does after a forgotten PIN. This page still has the old key. */
export async function replaceLock(): Promise<void> {
  const lock = await readMeta<object>('lock');
  await writeMeta('lock', { ...lock, keyId: 'another' });
}

export const agent = {
  id: 7,
  name: 'Asha Patil',
  email: 'asha@doorstep.test',
  phone_number: '9820012345',
  is_admin: false,
  is_superadmin: false,
  is_active: true,
};

/** Returns the server's private key, which opens what the phone sends. */
export async function phoneAtWork(): Promise<{ identity: string }> {
  await emptyPhone();
  await setSecret(pin);
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };
  await saveAccount({ user: agent, tokens }, 'send-1');
  const identity = await generateX25519Identity();
  await writeMeta('recipient', await identityToRecipient(identity));
  return { identity };
}

export const task: AgentTask = {
  id: 10001,
  application_id: '7712',
  name: 'Meera Nair',
  mobile: '9820098200',
  address: '14 Lake Road, Pune',
  pin_code: '411001',
  status: 'assigned',
  applicant_type: 'Applicant',
  portfolio_name: 'HDFC',
  product_type: 'Home Loan',
  visit_type: 'RESIDENCE',
  message: '',
  created_at: '2026-11-20T04:30:00.000Z',
  revision: 'a1b2c3d4',
  assignment_version: 1,
  assigned_at: '2026-11-21T04:30:00.000Z',
  due_at: null,
  attempts: [],
  related: [],
  sent_back: null,
};

export async function storeTasks(...tasks: AgentTask[]): Promise<void> {
  const db = await database();
  for (const one of tasks) {
    const encrypted = await encrypt(openKey(), one);
    await db.put('tasks', { id: one.id, revision: one.revision, encrypted });
  }
}

export async function picture(width = 2400, height = 1800, colour = '#4a7'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff';
  context.fillText(colour, 20, 40);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
