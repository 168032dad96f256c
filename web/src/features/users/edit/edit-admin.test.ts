import { updateUser } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { getSession, saveSession } from '../../../lib/session/session.ts';
import { identityOf, recordBodies } from '../../../testing/answers.ts';
import { agentOf } from '../../../testing/applicants.ts';
import { superAdmin } from '../../../testing/render-app.tsx';
import { changeAdmin, fieldsOf } from './edit-admin.ts';

const { name, email, phone_number } = superAdmin;
const record = agentOf({
  ...{ id: 1, name: name ?? '', email: email ?? '', phone_number: phone_number ?? '' },
});

test('sends only what changed, and updates the own session with it', async () => {
  saveSession(superAdmin);
  const sent = recordBodies(updateUser, { ...identityOf(record), message: 'Saved.' });
  expect(await changeAdmin(record, { ...fieldsOf(record) })).toBe('Admin updated successfully');
  await changeAdmin(record, { name: 'N. Kulkarni', email: record.email });
  expect(sent).toEqual([{ name: 'N. Kulkarni', updated_at: record.updated_at }]);
  expect(getSession()).toEqual({ ...superAdmin, name: 'N. Kulkarni' });
  await changeAdmin(record, { email: 'new@doorstep.test' });
  await changeAdmin(record, { phone_number: '9820099999' });
  await changeAdmin({ ...record, id: 5 }, { name: 'Another admin' });
  expect(getSession()).toEqual({
    ...{ ...superAdmin, name: 'N. Kulkarni' },
    ...{ email: 'new@doorstep.test', phone_number: '9820099999' },
  });
});
