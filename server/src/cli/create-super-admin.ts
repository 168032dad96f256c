import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { firstSuperAdmin } from '@doorstep/contract/auth/setup';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import * as z from 'zod/mini';

function startQuestions() {
  let hidden = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!hidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = process.stdin.isTTY === true;
  const reader = createInterface({ input: process.stdin, output, terminal });
  reader.on('SIGINT', () => process.exit(130));
  // The iterator buffers lines that arrive before their question is asked, as lines from a pipe do.
  const lines = reader[Symbol.asyncIterator]();
  const ask = async (question: string, { hide = false } = {}): Promise<string> => {
    process.stdout.write(`${question}: `);
    hidden = hide;
    const { value, done } = await lines.next();
    hidden = false;
    if (hide || !terminal) process.stdout.write('\n');
    if (done) throw new Error('No answer was given. Run the command again.');
    return value;
  };
  return { ask, close: () => reader.close() };
}

async function readPerson() {
  const { ask, close } = startQuestions();
  try {
    const name = await ask('Full name');
    const email = await ask('Email');
    const phone = await ask('Phone number, 10 digits');
    const password = await ask('Password, at least 8 characters', { hide: true });
    if ((await ask('The same password again', { hide: true })) !== password) {
      throw new Error('The two passwords are different. Run the command again.');
    }
    return { name, email, phone, password };
  } finally {
    close();
  }
}

function linesOf(body: unknown): string {
  const read = z.safeParse(ErrorBody, body);
  if (!read.success) return "The server's answer can't be read. Check the address after --server.";
  const { errors, message } = read.data;
  return errors ? Object.values(errors).flat().join('\n') : message;
}

async function createSuperAdmin(): Promise<string> {
  const { values } = parseArgs({
    options: { server: { type: 'string' }, code: { type: 'string' } },
  });
  const { server, code } = values;
  if (!server || !code)
    throw new Error('Run the command exactly as the server printed it at startup.');
  const person = await readPerson();
  const answer = await fetch(new URL(firstSuperAdmin.path, server), {
    method: firstSuperAdmin.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...person }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new Error(`No server answers at ${server}. Start Doorstep, then run the command again.`);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Error(linesOf(body));
  return firstSuperAdmin.response.parse(body).message;
}

try {
  process.stdout.write(`${await createSuperAdmin()}.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
