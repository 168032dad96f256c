import type { Check } from '../../finding.ts';

export const unknownPhone: Check = {
  id: 'device.unknown',
  version: 1,
  find: ({ visit: { isFromPhone, phone } }, { unknownPhones }) =>
    unknownPhones > 0 && isFromPhone && phone === null
      ? {
          level: 'look',
          sentence: 'The visit was not signed by a registered phone.',
          measured: {},
        }
      : null,
};
