import { refresh } from '@doorstep/contract/auth';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test } from 'vitest';
import { superAdmin } from '../../testing/render-app.tsx';
import { uploadResultOf } from '../../testing/uploads.ts';
import { getSession, saveSession } from '../session/session.ts';
import { uploadFile } from './upload.ts';

const result = uploadResultOf();

function form(): FormData {
  const data = new FormData();
  data.append('file', new File([new Uint8Array(200_000)], 'lender.xlsx'));
  return data;
}

beforeEach(() => saveSession(superAdmin));

test('sends the file with the bearer and returns the body', async () => {
  let sent: unknown;
  answer(bulkUpload, async ({ request }) => {
    const file = (await request.formData()).get('file') as File;
    sent = { bearer: request.headers.get('Authorization'), name: file.name, size: file.size };
    return result;
  });
  expect(await uploadFile(bulkUpload, form())).toEqual(result);
  expect(sent).toEqual({ bearer: 'Bearer access-1', name: 'lender.xlsx', size: 200_000 });
});

test('is sent again with a renewed token', async () => {
  answer(refresh, { access_token: 'access-2', refresh_token: 'refresh-2' });
  answer(bulkUpload, ({ request }) =>
    request.headers.get('Authorization') === 'Bearer access-2'
      ? result
      : failure(401, { code: 'token_not_valid' }),
  );
  expect(await uploadFile(bulkUpload, form())).toEqual(result);
  expect(getSession()?.tokens.access_token).toBe('access-2');
});

test('passes on the server’s text when it rejects the file', async () => {
  answer(bulkUpload, () => failure(400, { message: 'The file is encrypted.' }));
  await expect(uploadFile(bulkUpload, form())).rejects.toMatchObject({
    status: 400,
    serverMessage: 'The file is encrypted.',
  });
});

test('distinguishes a broken connection from a cancelled upload', async () => {
  answer(bulkUpload, () => noConnection());
  await expect(uploadFile(bulkUpload, form())).rejects.toMatchObject({ kind: 'network' });
  const signal = AbortSignal.abort();
  await expect(uploadFile(bulkUpload, form(), { signal })).rejects.toMatchObject({
    kind: 'aborted',
  });
});
