import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Media, mediaKinds, mediaSizes, readMediaLink, signMediaLink } from './media-links.ts';

const secret = 'a secret of the installation';
const now = new Date('2026-03-05T10:30:00Z');
const photo: Media = { kind: 'photo', id: '0198a1c2-7b1f-7c3e-8a44-0d9c2f6b1e55', size: 'screen' };
const link = signMediaLink(secret, photo, now);

const medias = fc.record({
  kind: fc.constantFrom(...mediaKinds),
  id: fc.uuid(),
  size: fc.constantFrom(...mediaSizes),
});
const years = { min: new Date('2020-01-01'), max: new Date('2100-01-01') };
const moments = fc.date({ ...years, noInvalidDate: true });
const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
const hours = 3_600_000;

test('a link is relative and contains the kind, the picture and the size', () => {
  expect(link).toMatch(
    /^\/api\/v1\/media\/photo\/0198a1c2-7b1f-7c3e-8a44-0d9c2f6b1e55\/screen\?expires=1772737200&signature=[\w-]{43}$/,
  );
});

test('every link is valid for at least 8 hours and at most 9', () => {
  fc.assert(
    fc.property(medias, moments, fc.nat({ max: 8 * hours - 1 }), (media, moment, wait) => {
      const own = signMediaLink(secret, media, moment);
      expect(readMediaLink(secret, own, later(moment, wait))).toEqual(media);
      expect(readMediaLink(secret, own, later(moment, 9 * hours))).toBe('expired');
    }),
  );
});

test('a link changes at most once an hour', () => {
  fc.assert(
    fc.property(medias, moments, fc.array(fc.nat({ max: hours })), (media, moment, waits) => {
      const links = waits.map((wait) => signMediaLink(secret, media, later(moment, wait)));
      expect(new Set(links).size).toBeLessThanOrEqual(2);
    }),
  );
  expect(signMediaLink(secret, photo, new Date('2026-03-05T10:00:01Z'))).toBe(
    signMediaLink(secret, photo, new Date('2026-03-05T10:59:59Z')),
  );
});

// Covers: threat-13
test('a link with one changed character is rejected', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: link.length - 1 }),
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/?&=.% '),
      (at, character) => {
        fc.pre(link[at] !== character);
        const tampered = link.slice(0, at) + character + link.slice(at + 1);
        expect(['malformed', 'forged']).toContain(readMediaLink(secret, tampered, now));
      },
    ),
    { numRuns: 2000 },
  );
});

// Covers: asvs-10
test('a signature is valid only for its picture, kind, size, expiry and secret', () => {
  const forged = [
    link.replace('0198a1c2', '0198a1c3'),
    link.replace('/photo/', '/identity/'),
    link.replace('/screen', '/original'),
    link.replace('expires=1772737200', 'expires=1772740800'),
  ];
  for (const url of forged) expect(readMediaLink(secret, url, now)).toBe('forged');
  expect(readMediaLink('another secret', link, now)).toBe('forged');
  expect(readMediaLink(new TextEncoder().encode(secret), link, now)).toEqual(photo);
});

test('an expired link with a wrong signature counts as forged', () => {
  const muchLater = later(now, 24 * hours);
  expect(readMediaLink(secret, link, muchLater)).toBe('expired');
  expect(readMediaLink('another secret', link, muchLater)).toBe('forged');
});

test('anything but the exact relative form is malformed', () => {
  const variants = [
    '',
    `https://doorstep.test${link}`,
    `//doorstep.test${link}`,
    `${link}&extra=1`,
    `${link}#top`,
    `${link}\n`,
    ` ${link}`,
    link.replace('/screen', '/screen/'),
    link.replace('/screen', '/report'),
    link.replace('/photo/', '/photo/../photo/'),
    link.replace('expires=', 'expires=0'),
    link.replace(/&signature=.*/, ''),
    link.replace('/api', '/API'),
  ];
  for (const url of variants) expect(readMediaLink(secret, url, now), url).toBe('malformed');
});

test('no link is signed for an invalid picture id', () => {
  expect(() => signMediaLink(secret, { ...photo, id: '../identity/1' }, now)).toThrow(TypeError);
});
