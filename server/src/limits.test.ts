import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { agentWorkDays, defaultDailyCapacity } from '@doorstep/contract/agents';
import { notAssignedPages } from '@doorstep/contract/applicants';
import { undoAssignSeconds } from '@doorstep/contract/applicants/assign-many';
import { matchDays } from '@doorstep/contract/applicants/matches';
import { failedRowsHours } from '@doorstep/contract/bulk-upload';
import { triedHours } from '@doorstep/contract/bulk-upload/dry-run';
import { undoUploadDays } from '@doorstep/contract/bulk-upload/uploads';
import { callbackTimes } from '@doorstep/contract/callbacks';
import { exportHours } from '@doorstep/contract/exports';
import { limits } from '@doorstep/contract/limits';
import { summaryDays } from '@doorstep/contract/portfolio';
import { archiveHours } from '@doorstep/contract/reports/archives';
import { reviewTimes } from '@doorstep/contract/review';
import { newAgentVisits } from '@doorstep/contract/review/second-looks';

import { expect, test } from 'vitest';
import { sessionRules } from './config/sessions.ts';
import { savedAnswerHours } from './db/idempotency-keys.ts';
import { serverLimits } from './limits.ts';
import { mediaLinkHours } from './storage/photos/media-links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const settings = readFileSync(`${root}docs/settings.md`, 'utf8');
const sectionOf = (title: string) =>
  new RegExp(`^## ${title}\\n([^]*?)^## `, 'm').exec(settings)?.[1] ?? '';

test.each([
  ['Limits', { ...serverLimits, ...limits }],
  ['Sessions and signing in', sessionRules],
  [
    'Durations',
    {
      ...{ ...reviewTimes, ...callbackTimes, newAgentVisits, undoAssignSeconds, agentWorkDays },
      ...{ defaultDailyCapacity, failedRowsHours, triedHours, undoUploadDays, matchDays },
      ...{ archiveHours, exportHours, summaryDays, notAssignedPages, mediaLinkHours },
      savedAnswerHours,
    },
  ],
])('the table of %s and the code agree', (title, numbers) => {
  const rows = [...sectionOf(title).matchAll(/^\| `(\w+)` \| (\d+)/gm)].map(([, name, number]) => [
    name,
    Number(number),
  ]);
  expect(Object.fromEntries(rows)).toEqual(numbers);
});

test('the files in these tables exist', () => {
  const files = [...settings.matchAll(/`((?:server|contract)\/src\/[\w/.-]+)`/g)].map(
    ([, file]) => file,
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});
