"""A round that is withdrawn knows for whom its slips were; published again, which tables have new ones."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_plainer_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='editions',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='round',
            name='given_out',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name='round',
            name='new_slips',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
