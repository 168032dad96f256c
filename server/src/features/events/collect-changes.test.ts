import { expect, test } from 'vitest';
import { collectChanges, usersOf } from './collect-changes.ts';

const link = (event: string, subject_id: number | null, seq = 1) => {
  const [subject = null, action = null] = event.split('.');
  return { seq, subject, action, subject_id, verification_id: 70 };
};

test.each([
  ['applicant.assign', [{ kind: 'applicant', id: 5 }]],
  ['upload.create', [{ kind: 'applicant', id: null }]],
  ['upload.download', []],
  ['message.send', [{ kind: 'message', id: 5 }]],
  ['verification.decide', [{ kind: 'verification', id: 5 }]],
  ['report.create', [{ kind: 'report', id: 70 }]],
  ['report.download', []],
  ['user.update', [{ kind: 'user', id: 5 }]],
  ['user.view_identity', []],
  ['session.sign_in', []],
])('%s is published as %j', (event, changes) => {
  expect(collectChanges([link(event, 5, 9)], 1)).toEqual({
    ...{ changes, last_event_id: 9, is_complete: true },
  });
});

test('of more than a hundred changed records only the kind is sent, of fewer each once', () => {
  const many = Array.from({ length: 101 }, (_, id) => link('user.update', id));
  expect(collectChanges(many, 1).changes).toEqual([{ kind: 'user', id: null }]);
  const twice = [...many.slice(1), ...many.slice(1)];
  expect(collectChanges(twice, 1).changes).toHaveLength(100);
});

test('the sessions of changed users and ended sessions may have ended', () => {
  const events = ['user.update', 'session.sign_out', 'session.sign_in', 'session.sign_in_failed'];
  const links = events.map((event, id) => link(event, id));
  expect([...usersOf([...links, link('applicant.assign', 9)])]).toEqual([0, 1]);
});
