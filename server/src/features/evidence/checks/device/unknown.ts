import type { Check } from '../../finding.ts';

/** The visit came from the app, and no phone of this business signed it. */
export const unknownPhone: Check = {
  id: 'device.unknown',
  version: 1,
  find: ({ visit: { isFromPhone, phone } }, { unknownPhones }) =>
    unknownPhones > 0 && isFromPhone && phone === null
      ? {
          level: 'look',
          sentence: 'No phone that this server knows has signed the visit.',
          measured: {},
        }
      : null,
};
