import type { Check } from '../../finding.ts';
import { iso } from '../../format.ts';

export const sharedPhone: Check = {
  id: 'device.shared',
  version: 2,
  find: ({ visit: { phone } }, { sharedAgents }) => {
    if (!phone) return null;
    // Doesn't merge equal names, because two agents may have the same name.
    const names = phone.colleagues.map(({ name }) => name);
    if (names.length === 0 || names.length + 1 < sharedAgents) return null;
    return {
      level: 'look',
      sentence: `The same phone (${phone.label}) also signed visits of ${names.join(' and ')} on that day.`,
      measured: { agents: names.length + 1 },
      details: {
        times: phone.colleagues.slice(0, 6).map(({ name, at }) => ({ label: name, at: iso(at) })),
      },
    };
  },
};
