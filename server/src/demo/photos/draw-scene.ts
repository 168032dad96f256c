import { drawDocument } from './document.ts';
import { drawGate } from './gate.ts';
import { drawHouse } from './house.ts';
import { drawLivingRoom } from './living-room.ts';
import { drawNameplate } from './nameplate.ts';
import { drawOffice } from './office.ts';
import type { Sheet } from './sheet.ts';
import { drawShopfront } from './shopfront.ts';
import { drawStreet } from './street.ts';

export const scenes = {
  house: drawHouse,
  gate: drawGate,
  street: drawStreet,
  livingroom: drawLivingRoom,
  office: drawOffice,
  shopfront: drawShopfront,
  nameplate: drawNameplate,
  document: drawDocument,
} satisfies Record<string, (sheet: Sheet) => void>;

export type Scene = keyof typeof scenes;

/** Draws the scene as a hand-held camera sees it: never quite level. */
export function drawScene(sheet: Sheet, scene: Scene, caption: string | undefined) {
  const roll = (sheet.chance.next() * 2.4 - 1.2).toFixed(2);
  sheet.add(
    `<g transform="rotate(${roll} 800 600) translate(800 600) scale(1.045) translate(-800 -600)">`,
  );
  scenes[scene](sheet);
  sheet.add('</g>');
  if (!caption) return;
  sheet.rectangle(0, 1110, 1600, 90, '#0c0e12', 'fill-opacity="0.55"');
  sheet.text(36, 1168, 36, caption, '#ffffff', 'font-weight="600"');
}
