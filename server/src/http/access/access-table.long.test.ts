import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { test } from 'vitest';
import { accessChecks, isOpen } from '../../testing/access-checks.ts';
import { samples } from '../../testing/endpoint-samples.ts';
import { startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp({ sendsMail: true });
const checks = accessChecks(server);

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: an unknown or inaccessible record is a 404', (row) =>
  checks.expectNotThere(row),
);

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: a role without permission is rejected, whatever it sends', (row) =>
  checks.expectRejectedRoles(row),
);

test.for(endpointRows.filter((row) => !isOpen(row)))(
  '%s: without an open session it is a 401',
  (row) => checks.expectNothingWithoutSession(row),
);

test.for(endpointRows.filter(([name]) => samples[name].bad))(
  '%s: invalid input is rejected with the names of its fields',
  (row) => checks.expectBadInputNamed(row),
);

// Covers: asvs-8
test.for(endpointRows)('%s: a permitted role is answered, and the audit records it', (row) =>
  checks.expectAnswered(row),
);
