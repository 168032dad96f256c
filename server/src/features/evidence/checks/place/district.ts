import { farthestKm } from '../../../../domain/pins/pin-table.ts';
import type { Place } from '../../checked-verification.ts';
import { type Check, describePlace, type Found } from '../../finding.ts';

/**
 * Finds a visit outside the district of the address. The first three digits of a pin code identify the postal
 * district.
 */
export const district: Check = {
  id: 'place.district',
  version: 3,
  find: ({ visit: { place }, pin }, { nearestPins, districtExactM }) => {
    const { pinCode } = pin;
    if (place === null || pin.district === null) return null;
    if (place.accuracyM !== null && place.accuracyM > districtExactM) return null;
    const own = pinCode.slice(0, 3);
    const address = `the address is in ${pin.district || `the postal district ${own}`} (${pinCode})`;
    const details = describeBothPlaces(pin, place);
    const around = pin.around?.slice(0, nearestPins) ?? [];
    const [nearest, last] = [around[0], around.at(-1)];
    if (!nearest || !last) {
      // Coordinates of unknown accuracy may be a placeholder.
      if (place.accuracyM === null) return null;
      return {
        level: 'serious',
        sentence: `The phone was more than ${farthestKm} km from every pin code of India, but ${address}.`,
        measured: { pin_codes: 0, km: farthestKm },
        details,
      };
    }
    const isThere = around.some(
      (other) => other.pinCode.startsWith(own) || isSame(other.district, pin.district),
    );
    if (isThere) return null;
    // If fewer pin codes than requested were found, the search reached the maximum distance. Otherwise,
    // rounds the distance up, so that all these pin codes are within it.
    const km = around.length < nearestPins ? farthestKm : Math.ceil(last.km * 10) / 10;
    return {
      level: 'serious',
      sentence: `The phone was in ${nearest.district || `the district of ${nearest.pinCode}`}, but ${address}. None of the ${around.length} pin codes within ${km} km of the phone belongs to that district.`,
      measured: { pin_codes: around.length, km },
      details,
    };
  },
};

const describeBothPlaces = (
  { pinCode, roughly }: { pinCode: string; roughly?: Omit<Place, 'accuracyM'> | null },
  place: Place,
): Found['details'] => ({
  pinCode,
  places: [
    describePlace('The visit', place),
    ...(roughly ? [describePlace(`Area of ${pinCode}`, { ...roughly, accuracyM: null })] : []),
  ],
});

const isSame = (one: string, two: string | null) =>
  one !== '' && one.toLowerCase() === two?.toLowerCase();
