import { farthestKm } from '../../../../domain/pins/pin-table.ts';
import type { Place } from '../../checked-verification.ts';
import { type Check, type Found, placeBeside } from '../../finding.ts';

/** None of the pin codes around the phone is of the address's own postal district, which its first three digits name. */
export const district: Check = {
  id: 'place.district',
  version: 3,
  find: ({ visit: { place }, pin }, { nearestPins, districtExactM }) => {
    const { pinCode } = pin;
    if (place === null || pin.district === null) return null;
    if (place.accuracyM !== null && place.accuracyM > districtExactM) return null;
    const own = pinCode.slice(0, 3);
    const address = `the address is in ${pin.district || `the postal district ${own}`} (${pinCode})`;
    const beside = besideOf(pin, place);
    const around = pin.around?.slice(0, nearestPins) ?? [];
    const [nearest, last] = [around[0], around.at(-1)];
    if (!nearest || !last) {
      // Numbers that say nothing of how they came to be may stand for no place at all.
      if (place.accuracyM === null) return null;
      return {
        level: 'serious',
        sentence: `The phone was more than ${farthestKm} km from every pin code of India; ${address}.`,
        measured: { pin_codes: 0, km: farthestKm },
        beside,
      };
    }
    const isThere = around.some(
      (other) => other.pinCode.startsWith(own) || isSame(other.district, pin.district),
    );
    if (isThere) return null;
    // Rounded up, so that what is said to lie within it does. Where they are few, they are all as far as the table looks.
    const km = around.length < nearestPins ? farthestKm : Math.ceil(last.km * 10) / 10;
    return {
      level: 'serious',
      sentence: `The phone was in ${nearest.district || `the district of ${nearest.pinCode}`}; ${address}: none of the ${around.length} pin codes within ${km} km of the phone is of that district.`,
      measured: { pin_codes: around.length, km },
      beside,
    };
  },
};

const besideOf = (
  { pinCode, roughly }: { pinCode: string; roughly?: Omit<Place, 'accuracyM'> | null },
  place: Place,
): Found['beside'] => ({
  pinCode,
  places: [
    placeBeside('The visit', place),
    ...(roughly ? [placeBeside(`About where ${pinCode} is`, { ...roughly, accuracyM: null })] : []),
  ],
});

const isSame = (one: string, two: string | null) =>
  one !== '' && one.toLowerCase() === two?.toLowerCase();
