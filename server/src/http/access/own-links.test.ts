import { expect, test } from 'vitest';
import { withoutOwnOrigin } from './same-origin.ts';

const link = '/api/v1/media/photo/1/screen?expires=1&signature=a-b';

// Covers: other-clients-7, threat-14
test.each([
  [link, link],
  [`http://office.test:8080${link}`, link],
  [`https://OFFICE.test:8080${link}`, link],
  [`https://reports.test${link}`, link],
  ...[
    `http://reports.test${link}`,
    `http://office.test${link}`,
    `http://office.test:8080.evil.test${link}`,
    `http://office.test:8080@evil.test${link}`,
    `//office.test:8080${link}`,
    `ftp://office.test:8080${link}`,
    'data:image/png;base64,AA==',
    'photo.jpg',
    '',
  ].map((foreign) => [foreign, foreign]),
])('%j is read as %j', (sent, read) => {
  const headers = { host: 'office.test:8080' };
  expect(withoutOwnOrigin({ headers }, 'https://reports.test/base', sent ?? '')).toBe(read);
});
