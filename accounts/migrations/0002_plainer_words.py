from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='loginnotice',
            name='what',
            field=models.CharField(choices=[('password', 'the password was changed'), ('code_on', 'two-step login was turned on'), ('code_off', 'two-step login was turned off'), ('code_twice', 'a code of the phone was tried a second time')], max_length=10),
        ),
    ]
