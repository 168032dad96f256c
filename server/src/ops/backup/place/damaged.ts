import { CannotStart } from '../../../db/cannot-start.ts';

/** What a backup holds is not what was put there, or is gone. */
export class BackupDamaged extends CannotStart {
  constructor(name: string, options?: ErrorOptions) {
    super(
      `The backup is damaged: ${name} is missing or not what was written. Nothing was restored; take another backup`,
      options,
    );
  }
}
