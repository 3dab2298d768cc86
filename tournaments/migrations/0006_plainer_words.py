from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_rounds_as_drawn'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='state',
            field=models.CharField(choices=[('waiting', 'awaiting the club’s approval'), ('accepted', 'accepted'), ('listed', 'on the waiting list'), ('refused', 'not accepted'), ('withdrawn', 'withdrawn')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='entryterms',
            name='without_yes',
            field=models.BooleanField(default=False, verbose_name='accepted automatically'),
        ),
        migrations.AlterField(
            model_name='historicalentry',
            name='state',
            field=models.CharField(choices=[('waiting', 'awaiting the club’s approval'), ('accepted', 'accepted'), ('listed', 'on the waiting list'), ('refused', 'not accepted'), ('withdrawn', 'withdrawn')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='historicalentryterms',
            name='without_yes',
            field=models.BooleanField(default=False, verbose_name='accepted automatically'),
        ),
        migrations.AlterField(
            model_name='historicalinfraction',
            name='measure',
            field=models.CharField(choices=[('warning', 'a warning'), ('mp', 'MP that affect the opponents'), ('mp_own', 'MP with no effect on the opponents'), ('vp', 'VP'), ('vp_and_mp', 'VP and the MP that go with them'), ('arbitral', 'an assigned score for the table'), ('absence', 'the line counts as absent'), ('in_hand', 'the cards count as in hand')], max_length=10, verbose_name='answered with'),
        ),
        migrations.AlterField(
            model_name='historicaltournament',
            name='missed_rounds',
            field=models.CharField(choices=[('zero', 'nothing'), ('absence', 'an absence')], default='zero', max_length=8, verbose_name='rounds missed after withdrawing are worth'),
        ),
        migrations.AlterField(
            model_name='infraction',
            name='measure',
            field=models.CharField(choices=[('warning', 'a warning'), ('mp', 'MP that affect the opponents'), ('mp_own', 'MP with no effect on the opponents'), ('vp', 'VP'), ('vp_and_mp', 'VP and the MP that go with them'), ('arbitral', 'an assigned score for the table'), ('absence', 'the line counts as absent'), ('in_hand', 'the cards count as in hand')], max_length=10, verbose_name='answered with'),
        ),
        migrations.AlterField(
            model_name='phonelog',
            name='event',
            field=models.CharField(choices=[('enter', 'gave the code'), ('wrong_code', 'a wrong code'), ('shut', 'locked for new phones after wrong codes'), ('unlock', 'unlocked by the referee'), ('type', 'wrote'), ('send', 'sent'), ('take_over', 'went on writing'), ('agree', 'confirmed'), ('agree_passed', 'confirmed on the phone that was handed over'), ('contest', 'contested'), ('call', 'called the referee'), ('summon', 'called the referee to the table'), ('settle', 'cancelled the call'), ('photo', 'sent a photo'), ('decide', 'the referee’s word'), ('reopen', 'taken back by the referee')], max_length=12),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='missed_rounds',
            field=models.CharField(choices=[('zero', 'nothing'), ('absence', 'an absence')], default='zero', max_length=8, verbose_name='rounds missed after withdrawing are worth'),
        ),
    ]
