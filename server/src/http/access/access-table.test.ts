import { login } from '@doorstep/contract/auth';
import { accessTable } from '@doorstep/contract/wire/endpoint';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import { accessChecks, byCookie, isOpen, reached, roles } from '../../testing/access-checks.ts';
import { samples } from '../../testing/endpoint-samples.ts';
import { password, signIn, startSharedApp } from '../../testing/test-app.ts';

// Most tests call one endpoint of each kind of access. `access-table.long.test.ts` calls all endpoints.
const server = await startSharedApp({ sendsMail: true });
const checks = accessChecks(server);

const ofEachKind = [
  ...(['login', 'endSession', 'getApplicant', 'assignAgent', 'updateUser'] as const),
  ...(['getUser', 'taskChanges', 'visitReceipts', 'getArchive'] as const),
];
const chosen = endpointRows.filter(([name]) => ofEachKind.some((one) => one === name));

test('the chosen endpoints cover each kind of access', () => {
  expect(new Set(chosen.map(([, { endpoint }]) => endpoint.access))).toEqual(
    new Set(Object.keys(accessTable)),
  );
});

// Covers: threat-9, asvs-8
test.for(endpointRows.filter((row) => chosen.includes(row) || samples[row[0]].foreign))(
  '%s: an unknown or inaccessible record is a 404',
  (row) => checks.expectNotThere(row),
);

// Covers: threat-9, asvs-8
test.for(chosen)('%s: a role without permission is rejected, whatever it sends', (row) =>
  checks.expectRejectedRoles(row),
);

test.for(chosen.filter((row) => !isOpen(row)))('%s: without an open session it is a 401', (row) =>
  checks.expectNothingWithoutSession(row),
);

test.for(chosen.filter(([name]) => samples[name].bad))(
  '%s: invalid input is rejected with the names of its fields',
  (row) => checks.expectBadInputNamed(row),
);

// Covers: asvs-8
test.for(chosen)('%s: a permitted role is answered, and the audit records it', (row) =>
  checks.expectAnswered(row),
);

// Covers: threat-9, asvs-8
test('every endpoint rejects a role without permission', async () => {
  for (const role of roles) await checks.rejectedVisitor(role);
  await checks.expectUnchanged(async () => {
    for (const row of endpointRows) {
      for (const role of reached(row, false)) {
        const visitor = await checks.rejectedVisitor(role);
        await checks.expectStatus(row, 403, {}, visitor);
      }
    }
  });
});

// Covers: threat-9, asvs-8
test('every endpoint rejects a caller without a session', async () => {
  await checks.expectUnchanged(async () => {
    for (const row of endpointRows) {
      if (!isOpen(row)) await checks.expectStatus(row, 401, {});
    }
  });
});

// Covers: field-app-6, threat-40
test('a token for sending visits opens nothing else', async () => {
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
