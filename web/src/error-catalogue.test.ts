import { beforeEach, test } from 'vitest';
import {
  answerReading,
  expectLoggedOut,
  expectText,
  rows,
  sessionEnds,
} from './testing/error-catalogue.ts';

beforeEach(answerReading);

/** One row for each action is enough here, because the long tests cover all rows. */
const ofEachAction = rows.filter(
  ([does], index) => rows.findIndex((row) => row[0] === does) === index,
);
const oneOfFour = sessionEnds.filter((_, index) => index % 4 === 1);

// Covers: sign-in-7, sign-in-8, agents-13, registration-6, password-reset-4, admins-5, admins-7, deleting-3, deleting-4, deleting-6, applicants-7, assigning-6, upload-6, verifications-8, verifications-19, deciding-7, report-form-19, portfolio-summary-6
test.each(ofEachAction)('shows the right text: %s, answered %j: %s', (...row) =>
  expectText(...row),
);

// Covers: session-end-2
test.each(oneOfFour)('logs out: %s, answered %j', (does, reply) => expectLoggedOut(does, reply));
