import type { AgentTask } from '@doorstep/contract/visits/phone';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';

type Place = Pick<AgentTask, 'address' | 'pin_code'>;

const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** A link that opens the phone's map app at an address. */
export function mapLink({ address, pin_code }: Place): string {
  const place = encodeURIComponent(
    address.includes(pin_code) ? address : `${address}, ${pin_code}`,
  );
  return isApple ? `https://maps.apple.com/?q=${place}` : `geo:0,0?q=${place}`;
}

export const callLink = ({ mobile }: Pick<AgentTask, 'mobile'>) =>
  `tel:${/^\d{10}$/.test(mobile) ? `+91${mobile}` : mobile}`;

/** The whole address, with the PIN code once. */
export const placeIn = ({ address, pin_code }: Place): string =>
  address.includes(pin_code) ? address : `${address} ${pin_code}`;

/** The part of an address before the town, for a row. */
export function areaOf({ address, pin_code }: Place): string {
  const parts = address
    .replace(pin_code, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.at(parts.length > 2 ? -2 : 0) ?? '';
}

/** Which of the two forms a task's visit fills. */
export const templateOf = ({ visit_type }: Pick<AgentTask, 'visit_type'>) =>
  isResidenceVisit(visit_type) ? 'residence' : 'office';
