export interface Diagnosis {
  /** `wrong` stops a start, and sets the doctor's exit code. */
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
