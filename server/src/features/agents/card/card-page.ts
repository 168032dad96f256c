import { hash } from 'node:crypto';
import type { CheckedCard } from './card-service.ts';

const style = `
:root{color-scheme:light dark}
body{margin:0;font:1.125rem/1.45 system-ui,sans-serif;background:light-dark(#fbfaf7,#121a1a);color:light-dark(#1a2423,#eef2f1)}
main{max-width:26rem;margin:auto;padding:2rem 1.25rem;text-align:center}
img,.none{width:10rem;height:10rem;border-radius:1rem;object-fit:cover;margin:1.25rem auto .75rem;display:grid;place-items:center;background:light-dark(#e8e4d8,#263232);font-size:3.5rem;font-weight:700}
h1{margin:0;padding:.75rem 1rem;border-radius:.75rem;color:#fff;font-size:1.375rem;line-height:1.3;background:#8c2f1b}
.valid h1{background:#0f5b45}.leave h1{background:#7a4d00}
h1 span{display:block;font-size:1.125rem;font-weight:600}
.name{margin:0;font-size:1.75rem;font-weight:700;line-height:1.2;overflow-wrap:anywhere}
small{display:block;margin-top:1.5rem;color:light-dark(#5a6664,#a9b8b5);font-size:1rem}`;

export const cardHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const titles: Record<CheckedCard['state'], readonly [english: string, hindi: string]> = {
  valid: ['This card is valid', 'यह कार्ड सही है'],
  leave: ['This agent is on leave today', 'यह एजेंट आज छुट्टी पर है'],
  expired: ['This card is out of date', 'यह कार्ड पुराना है'],
  invalid: ['This card is not valid', 'यह कार्ड सही नहीं है'],
};
const hints: Record<CheckedCard['state'], readonly [english: string, hindi: string]> = {
  valid: ['Compare the photo with the person at your door.', 'फ़ोटो को सामने खड़े व्यक्ति से मिलाएँ।'],
  leave: ['Ask the agency before you answer questions.', 'जवाब देने से पहले एजेंसी से पूछें।'],
  expired: [
    'Ask the agent to open the card again with a network. Then scan the code again.',
    'एजेंट से कहें कि नेटवर्क में कार्ड फिर खोले, और फिर स्कैन करें।',
  ],
  invalid: ['Do not trust this card.', 'इस पर भरोसा न करें।'],
};

export function drawCardPage(card: CheckedCard, agency: string, now: string): string {
  const [title, titleHi] = titles[card.state];
  const [hint, hintHi] = hints[card.state];
  const person =
    'name' in card
      ? `${picture(card)}<p class="name"><bdi>${escape(card.name)}</bdi></p><p>${
          card.state === 'valid' ? 'Active today for' : 'Agent of'
        } <b>${escape(agency)}</b></p>`
      : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – ${escape(agency)}</title><style>${style}</style></head><body><main class="${card.state}"><h1>${title}<span lang="hi">${titleHi}</span></h1>${person}<p>${hint}</p><p lang="hi">${hintHi}</p><small>${escape(agency)} · checked ${escape(now)}</small></main></body></html>`;
}

function picture({ name, photo }: { name: string; photo: string | null }): string {
  if (photo) return `<img src="${photo}" alt="Photo of ${escape(name)}">`;
  const initials = name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('');
  return `<span class="none" aria-hidden="true">${escape(initials)}</span>`;
}
