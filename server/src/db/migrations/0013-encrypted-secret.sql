alter table second_factors rename column sealed_secret to encrypted_secret;
