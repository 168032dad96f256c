import type { Field } from './definition.ts';

interface Keyboard {
  type: 'text' | 'tel';
  inputMode: 'text' | 'decimal' | 'tel';
  autoComplete: 'off';
  autoCapitalize?: 'characters';
  spellCheck?: false;
  placeholder?: string;
}

const plain: Keyboard = { type: 'text', inputMode: 'text', autoComplete: 'off' };

const keyboards: Partial<Record<Field['kind'], Keyboard>> = {
  count: { ...plain, inputMode: 'decimal' },
  phone: { ...plain, type: 'tel', inputMode: 'tel', placeholder: '00000 00000' },
  identifier: { ...plain, autoCapitalize: 'characters', spellCheck: false },
  date: { ...plain, placeholder: 'dd-mm-yyyy' },
};

/**
 * Returns input attributes that help typing but reject nothing. The office's form and the agent's app use the
 * same attributes.
 */
export const keyboardOf = (kind: Field['kind']): Keyboard => keyboards[kind] ?? plain;
