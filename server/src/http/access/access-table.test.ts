import { login } from '@doorstep/contract/auth';
import { accessTable } from '@doorstep/contract/wire/endpoint';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import { accessChecks, byCookie, isOpen, reached, roles } from '../../testing/access-checks.ts';
import { samples } from '../../testing/endpoint-samples.ts';
import { password, signIn, startSharedApp } from '../../testing/test-app.ts';

// Each endpoint is asked by each role, and for others' records; with all that may be sent, and with what is answered, one of each kind of access.
const server = await startSharedApp({ sendsMail: true });
const checks = accessChecks(server);

const ofEachKind = [
  ...(['login', 'endSession', 'getApplicant', 'assignAgent', 'updateUser'] as const),
  ...(['getUser', 'taskChanges', 'visitReceipts', 'getArchive'] as const),
];
const chosen = endpointRows.filter(([name]) => ofEachKind.some((one) => one === name));

test('each kind of access is among those chosen', () => {
  expect(new Set(chosen.map(([, { endpoint }]) => endpoint.access))).toEqual(
    new Set(Object.keys(accessTable)),
  );
});

// Covers: threat-9, asvs-8
test.for(endpointRows.filter((row) => chosen.includes(row) || samples[row[0]].foreign))(
  '%s: a record that is unknown or out of reach is not there',
  (row) => checks.expectNotThere(row),
);

// Covers: threat-9, asvs-8
test.for(chosen)('%s: who may not is refused, whatever is sent', (row) =>
  checks.expectRefusedRoles(row),
);

test.for(chosen.filter((row) => !isOpen(row)))(
  '%s: without an open session there is nothing',
  (row) => checks.expectNothingWithoutSession(row),
);

test.for(chosen.filter(([name]) => samples[name].bad))(
  '%s: input that can’t be read names its fields',
  (row) => checks.expectBadInputNamed(row),
);

// Covers: asvs-8
test.for(chosen)('%s: who may is answered, and the audit records it', (row) =>
  checks.expectAnswered(row),
);

// Covers: threat-9, asvs-8
test('who may not is refused by every endpoint', async () => {
  for (const role of roles) await checks.refusedVisitor(role);
  await checks.expectUnchanged(async () => {
    for (const row of endpointRows) {
      for (const role of reached(row, false)) {
        const visitor = await checks.refusedVisitor(role);
        await checks.expectStatus(row, 403, {}, visitor);
      }
    }
  });
});

// Covers: threat-9, asvs-8
test('a stranger is refused by every endpoint', async () => {
  await checks.expectUnchanged(async () => {
    for (const row of endpointRows) {
      if (!isOpen(row)) await checks.expectStatus(row, 401, {});
    }
  });
});

// Covers: field-app-6, threat-40
test('a token that can only send opens nothing else', async () => {
  const agent = await signIn(server, 'agent');
  const payload = { email_or_mobile: agent.user.email, password, app: 'field' };
  const answer = await server.app.inject({ method: 'POST', url: login.path, payload });
  const headers = { authorization: `Bearer ${answer.json().send_token}`, cookie: '' };
  const closed = endpointRows.filter(
    ([name, { endpoint }]) =>
      accessTable[endpoint.access].sender === 'none' && !byCookie.includes(name),
  );
  expect(closed.length).toBeGreaterThan(40);
  await checks.expectUnchanged(async () => {
    for (const row of closed) await checks.expectStatus(row, 403, {}, { ...agent, headers });
  });
});
