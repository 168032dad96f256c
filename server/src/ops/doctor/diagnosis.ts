export interface Diagnosis {
  /** `wrong` sets the doctor's exit code. If the check also runs at a start, `wrong` stops the start. */
  level: 'ok' | 'warning' | 'wrong';
  about: string;
  text: string;
}

export const ok = (about: string, text: string): Diagnosis => ({ level: 'ok', about, text });
export const warning = (about: string, text: string): Diagnosis => ({
  level: 'warning',
  about,
  text,
});
export const wrong = (about: string, text: string): Diagnosis => ({ level: 'wrong', about, text });
