import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { DateRangeFields } from './DateRangeFields.tsx';

test('shows days in the pickers’ format before their code is loaded', () => {
  const place = document.createElement('div');
  const days = { start: '2026-03-05' };
  const fields = (
    <DateRangeFields labels={['From', 'To']} days={days} today="2026-03-06" onChange={() => {}} />
  );
  flushSync(() => createRoot(place).render(fields));
  expect(place.textContent).toBe('From03/05/2026To');
});
