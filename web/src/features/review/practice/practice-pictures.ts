import type { Photo } from '@doorstep/contract/photos';
import type { PhotoSubject } from '@doorstep/contract/visits/manifest';

const door =
  '<rect x="560" y="240" width="480" height="960" fill="#7a4a2b"/><circle cx="980" cy="740" r="22" fill="#d9c27a"/>';
const street =
  '<path d="M0 800h1600v400H0z" fill="#6d6a63"/><path d="M120 360h420v440H120zM980 280h480v520H980z" fill="#b08b62"/>';

const drawings: Record<string, (text: string) => string> = {
  nameplate: (text) =>
    `<rect x="300" y="420" width="1000" height="320" rx="16" fill="#22262e"/><text x="800" y="620" font-size="84" text-anchor="middle" fill="#f0dca0" font-family="serif">${text}</text>`,
  door: () => door,
  street: () => street,
  unclear: () =>
    '<defs><filter id="b"><feGaussianBlur stdDeviation="60"/></filter></defs><g filter="url(#b)"><rect x="420" y="480" width="760" height="240" fill="#3a3f49"/></g>',
};

export function drawPhoto(
  id: string,
  drawing: keyof typeof drawings,
  { text = '', shows, at }: { text?: string; shows: PhotoSubject; at: string },
): Photo {
  const body = drawings[drawing]?.(text) ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200"><rect width="1600" height="1200" fill="#d8cfbb"/>${body}<text x="60" y="110" font-size="56" fill="#6b4a12" font-family="sans-serif">PRACTICE</text></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}#${id}`;
  return {
    ...{ id, url, thumbnail_url: url, original_url: url, sha256: '', width: 1600, height: 1200 },
    ...{ taken_at: at, latitude: null, longitude: null, captured_at: at, shows },
  };
}
