import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';

export const checked = (
  test: RegExp | ((text: string) => boolean),
  message: string,
  ...first: z.core.$ZodCheck<string>[]
) =>
  z.string().check(
    ...first,
    z.refine((text) => (test instanceof RegExp ? test.test(text) : test(text)), message),
  );

export const onOff = (name: string, initial: 'on' | 'off') =>
  z.pipe(
    z._default(z.enum(['on', 'off'], `${name} must be on or off`), initial),
    z.transform((value) => value === 'on'),
  );

export const numberText = (name: string, min: number, max: number) =>
  checked(
    (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
    `${name} must be a whole number from ${min} to ${max}`,
  );

export const wholeNumber = (name: string, min: number, max: number, initial: number) =>
  z.pipe(z._default(numberText(name, min, max), String(initial)), z.transform(Number));

const mostProcesses = 64;
export const processCount = z.pipe(
  z._default(
    checked(
      (text) => text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= mostProcesses),
      `PROCESSES must be a whole number from 1 to ${mostProcesses}, or auto`,
    ),
    '1',
  ),
  z.transform((text) =>
    text === 'auto' ? Math.min(availableParallelism(), mostProcesses) : Number(text),
  ),
);

export const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/**
 * Whether a text is an IP address or a CIDR network. Rejects /0, because then any client could claim any
 * address.
 */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= most);
}

const proxiesError =
  'TRUST_PROXY must be off, the number of proxies in front (1 to 9), or their addresses, such as 10.0.0.5,192.168.0.0/16';
export const proxies = z.pipe(
  z._default(
    checked(
      (text) => /^(off|[1-9])$/.test(text) || text.split(',').every((one) => isNetwork(one.trim())),
      proxiesError,
    ),
    'off',
  ),
  z.transform((text): false | number | string[] => {
    if (text === 'off') return false;
    return /^\d$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim());
  }),
);

export const databaseUrl = (name: string) =>
  z.optional(
    checked(/^postgres(ql)?:\/\//, `${name} must start with postgres:// or postgresql://`),
  );

export const isTimeZone = (name: string) => {
  // Rejects offsets. Intl reads '+05:30' as east of Greenwich, but PostgreSQL reads it as west.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const isWebAddress = (text: string) => {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 200 && !/[?#]/.test(text)
  );
};

export const smtpUrl = z.optional(
  checked((text) => {
    const url = URL.parse(text);
    return (
      url !== null &&
      /^smtps?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      /^\/?$/.test(url.pathname) &&
      !/[?#]/.test(text)
    );
  }, 'SMTP_URL must be an address such as smtps://user:password@smtp.example.com'),
);
