import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const { asn1 } = forge;
const { Class, Type } = asn1;
type Asn1 = forge.asn1.Asn1;

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

const universal = (type: forge.asn1.Type, value: Asn1[] | string) =>
  asn1.create(Class.UNIVERSAL, type, Array.isArray(value), value);
const sequence = (...parts: Asn1[]) => universal(Type.SEQUENCE, parts);
const set = (...parts: Asn1[]) => universal(Type.SET, parts);
/** The tag number 0. forge's types accept only a `Type` as tag number, and its `NONE` is 0. */
const first = Type.NONE;
const tagged = (...parts: Asn1[]) => asn1.create(Class.CONTEXT_SPECIFIC, first, true, parts);
const oid = (name: keyof typeof oids) => universal(Type.OID, asn1.oidToDer(oids[name]).getBytes());
const octets = (bytes: Buffer) => universal(Type.OCTETSTRING, bytes.toString('latin1'));
const one = () => universal(Type.INTEGER, '\x01');
const encode = (value: Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

export interface SigningKey {
  key: KeyObject;
  /** The signer's own certificate first, then the certificates of its issuers, as DER. */
  certificates: Buffer[];
}

/**
 * Makes a detached CMS signature of a PDF's bytes, with the attributes that PAdES baseline B requires (ETSI
 * EN 319 142-1). The signature leaves out the signing time, because the PDF contains the time.
 */
export async function signDetached(
  { key, certificates: [own = Buffer.alloc(0), ...others] }: SigningKey,
  parts: Buffer[],
): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const attributes = [
    sequence(oid('contentType'), set(oid('data'))),
    sequence(oid('messageDigest'), set(octets(hash.digest()))),
    sequence(oid('signingCertificateV2'), set(sequence(sequence(sequence(octets(sha256(own))))))),
  ].sort((a, b) => Buffer.compare(encode(a), encode(b)));
  // The attributes are signed with the tag of a SET, but written with tag 0 (RFC 5652, section 5.4).
  const signature = await promisify(sign)('sha256', encode(set(...attributes)), key);

  const algorithm = sequence(oid('sha256'), universal(Type.NULL, ''));
  const signer = sequence(
    one(),
    issuerAndSerial(own),
    algorithm,
    tagged(...attributes),
    sequence(oid('sha256WithRsa'), universal(Type.NULL, '')),
    octets(signature),
  );
  const certificates = [own, ...others].map((der) => asn1.fromDer(der.toString('latin1')));
  const signed = sequence(
    one(),
    set(algorithm),
    sequence(oid('data')),
    tagged(...certificates),
    set(signer),
  );
  return encode(sequence(oid('signedData'), tagged(signed)));
}

/** Skips the version at the start of a certificate's body, which is optional. */
function issuerAndSerial(der: Buffer): Asn1 {
  const [body] = asn1.fromDer(der.toString('latin1')).value as Asn1[];
  const fields = body?.value as Asn1[];
  const [serial, , issuer] =
    fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? fields.slice(1) : fields;
  if (!serial || !issuer) throw new Error('The certificate has an unexpected structure');
  return sequence(issuer, serial);
}
