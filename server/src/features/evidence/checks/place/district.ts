import { type Check, placeBeside } from '../../finding.ts';

/** None of the pin codes around the phone is of the address's own postal district, which its first three digits name. */
export const district: Check = {
  id: 'place.district',
  version: 2,
  find: ({ visit: { place }, pin }, { nearestPins, districtExactM }) => {
    if (place === null || pin.district === null || pin.around === null) return null;
    if (place.accuracyM !== null && place.accuracyM > districtExactM) return null;
    const around = pin.around.slice(0, nearestPins);
    const [nearest] = around;
    // At the edge of what the table knows, too few to judge by.
    if (!nearest || around.length < nearestPins) return null;
    const own = pin.pinCode.slice(0, 3);
    const isThere = around.some(
      (other) => other.pinCode.startsWith(own) || isSame(other.district, pin.district),
    );
    if (isThere) return null;
    // Rounded up, so that what is said to lie within it does.
    const km = Math.ceil((around.at(-1)?.km ?? 0) * 10) / 10;
    return {
      level: 'serious',
      sentence: `The phone was in ${nearest.district || `the district of ${nearest.pinCode}`}; the address is in ${pin.district || 'another district'} (${pin.pinCode}): none of the ${around.length} pin codes within ${km} km of the phone is of that district.`,
      measured: { pin_codes: around.length, km },
      beside: {
        pinCode: pin.pinCode,
        places: [
          placeBeside('The visit', place),
          ...(pin.roughly
            ? [placeBeside(`About where ${pin.pinCode} is`, { ...pin.roughly, accuracyM: null })]
            : []),
        ],
      },
    };
  },
};

const isSame = (one: string, two: string | null) =>
  one !== '' && one.toLowerCase() === two?.toLowerCase();
