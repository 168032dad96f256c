import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { test } from 'vitest';
import { accessChecks, isOpen } from '../../testing/access-checks.ts';
import { samples } from '../../testing/endpoint-samples.ts';
import { startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp({ sendsMail: true });
const checks = accessChecks(server);

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: a record that is unknown or out of reach is not there', (row) =>
  checks.expectNotThere(row),
);

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: who may not is refused, whatever is sent', (row) =>
  checks.expectRefusedRoles(row),
);

test.for(endpointRows.filter((row) => !isOpen(row)))(
  '%s: without an open session there is nothing',
  (row) => checks.expectNothingWithoutSession(row),
);

test.for(endpointRows.filter(([name]) => samples[name].bad))(
  '%s: input that can’t be read names its fields',
  (row) => checks.expectBadInputNamed(row),
);

// Covers: asvs-8
test.for(endpointRows)('%s: who may is answered, and the audit records it', (row) =>
  checks.expectAnswered(row),
);
