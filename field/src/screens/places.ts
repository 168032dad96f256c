import type { AgentTask } from '@doorstep/contract/visits/phone';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';

type Place = Pick<AgentTask, 'address' | 'pin_code'>;

const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);

export function mapLink({ address, pin_code }: Place): string {
  const place = encodeURIComponent(
    address.includes(pin_code) ? address : `${address}, ${pin_code}`,
  );
  return isApple ? `https://maps.apple.com/?q=${place}` : `geo:0,0?q=${place}`;
}

export const callLink = ({ mobile }: Pick<AgentTask, 'mobile'>) =>
  `tel:${/^\d{10}$/.test(mobile) ? `+91${mobile}` : mobile}`;

export const placeIn = ({ address, pin_code }: Place): string =>
  address.includes(pin_code) ? address : `${address} ${pin_code}`;

/** Returns the part of an address before the town, or its only part, for a row of the list. */
export function areaOf({ address, pin_code }: Place): string {
  const parts = address
    .replace(pin_code, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.at(-2) ?? parts[0] ?? '';
}

export const templateOf = ({ visit_type }: Pick<AgentTask, 'visit_type'>) =>
  isResidenceVisit(visit_type) ? 'residence' : 'office';
