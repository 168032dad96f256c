import type { Check } from '../../finding.ts';

/** Finds a visit from the app that no phone of this business signed. */
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
