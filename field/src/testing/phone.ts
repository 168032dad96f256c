import type { AgentTask } from '@doorstep/contract/visits/phone';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { database, readMeta, writeMeta } from '../lib/db/database.ts';
import { encrypt } from '../lib/db/encrypted.ts';
import { lockNow, openKey, setSecret } from '../lib/lock/lock.ts';
import { saveAccount } from '../lib/session/account.ts';
import { readDevice } from '../lib/session/device.ts';
import type { SignedIn } from '../lib/session/sign-in.ts';
import { changeDraft } from '../lib/visit/draft.ts';
import { finishVisit } from '../lib/visit/finish-visit.ts';
import { addPhoto } from '../lib/visit/photos.ts';

export const pin = '407192';

export async function emptyPhone(): Promise<void> {
  lockNow();
  const db = await database();
  const names = [...db.objectStoreNames];
  const trx = db.transaction(names, 'readwrite');
  for (const name of names) await trx.objectStore(name).clear();
  await trx.done;
}

/**
 * Simulates that the agent forgot the PIN and set a new one in another tab. This page still has the old key.
 */
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

export const otherAgent = { ...agent, id: agent.id + 1, name: 'Ravi More' };

export const tokensOf = (session: number) => ({
  access_token: `access-${session}`,
  refresh_token: `refresh-${session}`,
});

/** The server's answer to the agent's next sign-in. */
export const signedIn = {
  success: true,
  message: 'Signed in',
  user: agent,
  tokens: tokensOf(2),
  send_token: 'send-2',
} as const;

/** The same sign-in as the app has it before the PIN is set. */
export const nextSignIn: SignedIn = {
  user: agent,
  tokens: tokensOf(2),
  sendToken: 'send-2',
  isOther: false,
  language: null,
};

/** The server's private key, which opens what the phone sends. */
let identity = '';

export async function phoneAtWork(): Promise<void> {
  await emptyPhone();
  await setSecret(pin);
  await saveAccount({ user: agent, tokens: tokensOf(1) }, 'send-1');
  identity = await generateX25519Identity();
  await writeMeta('recipient', await identityToRecipient(identity));
}

/** Decrypts bytes that the phone encrypted to the server. */
export async function openAtServer(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return (await decrypter.decrypt(bytes)) as Uint8Array<ArrayBuffer>;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export async function openEnvelope(envelope = '') {
  return JSON.parse(new TextDecoder().decode(await openAtServer(bytesOf(envelope))));
}

/** Whether `signature` is this phone's signature of the text. */
export async function isSigned(text: string, signature: string): Promise<boolean> {
  const { keys } = await readDevice();
  return crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    keys.publicKey,
    bytesOf(signature),
    new TextEncoder().encode(text),
  );
}

/** Decodes stored bytes, so that a test can assert that no word is readable in them. */
export const readable = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer> | undefined) =>
  new TextDecoder('latin1').decode(bytes);

export async function sha256Of(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export function taskOf(fields: Partial<AgentTask> & Pick<AgentTask, 'id' | 'name'>): AgentTask {
  return {
    application_id: `SB-${fields.id}`,
    mobile: '9876543210',
    address: 'Flat 81, Sharma Niwas, 96 Lake Road, Aundh, Pune 411007',
    pin_code: '411007',
    status: 'assigned',
    applicant_type: 'Applicant',
    portfolio_name: 'Sahyadri Bank',
    product_type: 'Home Loan',
    visit_type: 'RESIDENCE',
    message: '',
    created_at: inMinutes(-3_000),
    revision: 'a1b2c3d4',
    assignment_version: 1,
    assigned_at: inMinutes(-600),
    due_at: null,
    attempts: [],
    related: [],
    sent_back: null,
    ...fields,
  };
}

export const task = taskOf({ id: 10_001, name: 'Meera Nair' });

export async function storeTasks(...tasks: AgentTask[]): Promise<void> {
  const db = await database();
  for (const one of tasks) {
    const encrypted = await encrypt(openKey(), one);
    await db.put('tasks', { id: one.id, revision: one.revision, encrypted });
  }
}

export async function picture(width = 2400, height = 1800, colour = '#4a7', text = colour) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff';
  context.fillText(text, 20, 40);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

type Taken = Parameters<typeof addPhoto>[1];

/** Takes a photo of a door, unless `fields` say otherwise. */
export const takePhoto = async (visitId: string, fields: Partial<Taken> = {}) =>
  addPhoto(visitId, {
    picture: await picture(320, 240),
    source: 'viewfinder',
    shows: 'door',
    ...fields,
  });

/** Finishes an attempt: a visit to a locked door that is not final. */
export async function finishAttempt(visitId: string): Promise<void> {
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  await finishVisit(visitId);
}
