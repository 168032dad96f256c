import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import type { ReportSigner } from '../../../platform/reports.ts';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { reportDocument, reportPhoto } from '../../../testing/reports/report-document.ts';
import { startReportRenderer } from '../render/report-renderer.ts';
import { openReportSigner } from './report-signer.ts';

let folder: string;
let signer: ReportSigner;
let plain: Uint8Array;
let signed: Buffer;
let short: Uint8Array;
const at = new Date('2026-03-15T04:30:00Z');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-sign-'));
  const config = readConfig({ DATA_DIR: folder, SHORT_NAME: 'Sahyadri' });
  const opened = await openReportSigner(config);
  if (!opened) throw new Error('A demo has a signer');
  signer = opened;
  const renderer = startReportRenderer({ processes: 1, deadline: 30_000 });
  const photos = [await reportPhoto()];
  plain = (await renderer.render(reportDocument({ photos, signedBy: signer.name }))).pdf;
  const hidden = reportDocument().form.sections.flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  const layout = { name: 'Short', photos: 'all' as const, forms: { residence: { hidden } } };
  short = (await renderer.render(reportDocument({ layout }))).pdf;
  await renderer.close();
  signed = Buffer.from(await signer.sign(plain, at));
  await writeFile(join(folder, 'signed.pdf'), signed);
});
afterAll(() => rm(folder, { recursive: true }));

function takeApart(pdf: Buffer) {
  const range = /\/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]/.exec(pdf.toString('latin1'));
  const [start = 0, end = 0, rest = 0] = (range?.slice(1) ?? []).map(Number);
  const padded = Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex');
  // The signature is a DER sequence, whose length is in bytes 2 and 3. The signature and the padding after
  // it may both contain zeros, so only this length shows where the signature ends.
  const signature = padded.subarray(0, 4 + padded.readUInt16BE(2));
  const content = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  return { content, signature, isWhole: end + rest === pdf.length };
}

const inFolder = () => ({ cwd: folder, encoding: 'utf8' }) as const;

async function checkByOpenssl(pdf: Buffer) {
  const { content, signature } = takeApart(pdf);
  await writeFile(join(folder, 'signature.der'), signature);
  await writeFile(join(folder, 'content'), content);
  const files = ['-in', 'signature.der', '-content', 'content', '-out', 'verified'];
  const options = ['cms', '-verify', '-inform', 'DER', '-binary', '-noverify', ...files];
  return spawnSync('openssl', options, inFolder());
}

function flipped(pdf: Buffer, place: number): Buffer {
  const changed = Buffer.from(pdf);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

test('the demo makes its certificate once, with private permissions', async () => {
  const file = join(folder, 'demo-signing.p12');
  const first = await readFile(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const config = readConfig({ DATA_DIR: folder, SHORT_NAME: 'Sahyadri' });
  expect((await openReportSigner(config))?.name).toBe('Sahyadri demo, not for business');
  expect((await readFile(file)).equals(first)).toBe(true);
  expect(await openReportSigner({ ...config, demo: false })).toBeUndefined();
});

test('the signed file contains the report byte for byte, with its tags, text and pages', async () => {
  expect(signed.subarray(0, plain.length).equals(plain)).toBe(true);
  const [before, after] = [await readPdf(plain), await readPdf(signed)];
  expect(after).toEqual(before);
  expect(after.text).toContain('digitally signed by Sahyadri demo, not for business');
  const [root] = signed.toString('latin1').match(/\/MarkInfo[^]*?\/AcroForm<<[^>]*>>/) ?? [];
  expect(root).toContain('/SigFlags 3');
  expect(takeApart(signed).isWhole).toBe(true);
});

test('the same report at the same moment is signed with the same bytes', async () => {
  expect(signed.equals(await signer.sign(plain, at))).toBe(true);
});

test('openssl accepts the signature, and rejects it after one changed bit', async () => {
  const good = await checkByOpenssl(signed);
  expect([good.status, good.stderr]).toEqual([0, expect.stringContaining('successful')]);
  for (const place of [100, plain.length - 100, signed.length - 10]) {
    const bad = await checkByOpenssl(flipped(signed, place));
    expect(bad.status).not.toBe(0);
  }
});

test('the signature names its certificate, and no time', async () => {
  await checkByOpenssl(signed);
  const options = ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature.der'];
  const printed = spawnSync('openssl', options, inFolder()).stdout;
  expect(printed).toContain('id-smime-aa-signingCertificateV2');
  expect(printed).not.toContain('signingTime');
});

test('pdfsig accepts the signature, and rejects it after one changed bit', async () => {
  const check = (name: string) => spawnSync('pdfsig', ['-nocert', name], inFolder());
  const good = check('signed.pdf').stdout;
  for (const words of ['Signature is Valid', 'ETSI.CAdES.detached', 'Total document signed']) {
    expect(good).toContain(words);
  }
  await writeFile(join(folder, 'tampered.pdf'), flipped(signed, 200));
  expect(check('tampered.pdf').stdout).toContain('Digest Mismatch');
});

test('qpdf finds no defects in the file', () => {
  const checked = spawnSync('qpdf', ['--check', 'signed.pdf'], inFolder());
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});

test('a report whose first page has a link keeps the link when it is signed', async () => {
  const file = Buffer.from(await signer.sign(short, at));
  await writeFile(join(folder, 'short.pdf'), file);
  expect((await readPdf(file)).pages).toBe(1);
  expect(file.toString('latin1', short.length)).toMatch(/\/Annots\s*\[\d+ 0 R \d+ 0 R\]/);
  expect(spawnSync('pdfsig', ['-nocert', 'short.pdf'], inFolder()).stdout).toContain('is Valid');
  expect(spawnSync('qpdf', ['--check', 'short.pdf'], inFolder()).status).toBe(0);
});

interface Made {
  key: forge.pki.rsa.PrivateKey | null;
  cert: forge.pki.Certificate;
}

/** Changes the demo's key or certificate, and writes both to a PKCS #12 file. */
async function writeP12(name: string, change: (made: Made) => void) {
  const { pki, pkcs12, asn1 } = forge;
  const demo = await readFile(join(folder, 'demo-signing.p12'), 'latin1');
  const opened = pkcs12.pkcs12FromAsn1(asn1.fromDer(demo), 'demo');
  const bagOf = (type = '') => opened.getBags({ bagType: type })[type]?.[0];
  const { key } = bagOf(pki.oids.pkcs8ShroudedKeyBag) ?? {};
  const { cert } = bagOf(pki.oids.certBag) ?? {};
  if (!key || !('n' in key) || !cert) throw new Error('The demo has a key and a certificate');
  const made: Made = { key, cert };
  change(made);
  cert.sign(key, forge.md.sha256.create());
  const p12 = pkcs12.toPkcs12Asn1(made.key, cert, 'demo');
  await writeFile(join(folder, name), asn1.toDer(p12).getBytes(), 'latin1');
}

test.each<[string, RegExp, (made: Made) => void]>([
  [
    'an expired certificate',
    /the certificate expired on Jan {2}2 /,
    ({ cert }) => {
      cert.validity.notAfter = new Date('2026-01-02T00:00:00Z');
    },
  ],
  [
    'a certificate of another key',
    /no certificate for its key/,
    ({ cert }) => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const pem = publicKey.export({ type: 'spki', format: 'pem' });
      cert.publicKey = forge.pki.publicKeyFromPem(pem);
    },
  ],
  [
    'a file without a key',
    /no RSA key/,
    (made) => {
      made.key = null;
    },
  ],
])('%s stops the start with the reason', async (_, message, change) => {
  await writeP12('changed.p12', change);
  const REPORT_SIGNING_P12 = join(folder, 'changed.p12');
  const set = { REPORT_SIGNING_P12, REPORT_SIGNING_PASSPHRASE: 'demo' };
  const config = readConfig({ DATA_DIR: folder, ...set });
  await expect(openReportSigner(config)).rejects.toThrow(message);
});

test.each([
  ['nothing.p12', /ENOENT/],
  ['signed.pdf', /REPORT_SIGNING_P12 can't be used/],
  ['demo-signing.p12', /password/],
])('%s stops the start with a sentence', async (name, message) => {
  const config = readConfig({ DATA_DIR: folder, REPORT_SIGNING_P12: join(folder, name) });
  await expect(openReportSigner(config)).rejects.toThrow(message);
});
